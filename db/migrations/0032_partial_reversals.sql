ALTER TABLE "payment_orders" ADD COLUMN "reversals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Written by hand: until now a reversal took the whole payment, and had no id.
UPDATE "payment_orders" SET "reversals" = jsonb_build_array(jsonb_build_object('id', "id", 'amountCents', "amount_cents"))
WHERE "is_reversed";--> statement-breakpoint
ALTER TABLE "payment_orders" DROP COLUMN "is_reversed";
