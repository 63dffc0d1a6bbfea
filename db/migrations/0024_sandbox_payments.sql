CREATE TABLE "sandbox_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"payee_email" text,
	"status" text DEFAULT 'created' NOT NULL,
	"payer_id" text,
	"capture_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"reference" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"subscriber_id" text,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_order_id_sandbox_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sandbox_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_orders_reference_key" ON "sandbox_orders" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_orders_capture_key" ON "sandbox_orders" USING btree ("capture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_refunds_once_key" ON "sandbox_refunds" USING btree ("order_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_subscriptions_reference_key" ON "sandbox_subscriptions" USING btree ("reference");