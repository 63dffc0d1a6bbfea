ALTER TABLE "payment_orders" ADD COLUMN "is_reversed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "payment_orders" SET "is_reversed" = true FROM "tips" WHERE "tips"."order_id" = "payment_orders"."id" AND "tips"."status" = 'reversed';
