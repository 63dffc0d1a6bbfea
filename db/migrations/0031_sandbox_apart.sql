-- Written by hand up to the checks: rows from before are of the built-in sandbox if its name is their provider's.
ALTER TABLE "payment_orders" ADD COLUMN "is_sandbox" boolean;
--> statement-breakpoint
UPDATE "payment_orders" SET "is_sandbox" = "provider" = 'sandbox';
--> statement-breakpoint
ALTER TABLE "payment_orders" ALTER COLUMN "is_sandbox" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "is_sandbox" boolean;
--> statement-breakpoint
UPDATE "subscriptions" SET "is_sandbox" = "provider" = 'sandbox';
--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "is_sandbox" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "tips" ADD COLUMN "is_sandbox" boolean;
--> statement-breakpoint
UPDATE "tips" t SET "is_sandbox" = o."is_sandbox" FROM "payment_orders" o WHERE o."id" = t."order_id";
--> statement-breakpoint
ALTER TABLE "tips" ALTER COLUMN "is_sandbox" SET NOT NULL;
--> statement-breakpoint
-- The ledger refuses changes of its rows, but this one adds what they did not say.
ALTER TABLE "ledger_entries" ADD COLUMN "is_sandbox" boolean;
--> statement-breakpoint
ALTER TABLE "ledger_entries" DISABLE TRIGGER "ledger_entries_append_only";
--> statement-breakpoint
UPDATE "ledger_entries" SET "is_sandbox" = CASE
  WHEN "kind" IN ('tip', 'tip_reversal', 'payout') THEN
    EXISTS (SELECT FROM "payment_orders" o WHERE o."is_sandbox" AND o."id"::text = split_part("reference", ':', 2))
  ELSE split_part("reference", ':', 2) = 'sandbox'
END;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER "ledger_entries_append_only";
--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "is_sandbox" SET NOT NULL;
--> statement-breakpoint
-- The sums of both kinds become two. What a sum differs from the ledger stays in that of real money.
ALTER TABLE "creator_earnings" ADD COLUMN "is_sandbox" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "creator_earnings" ALTER COLUMN "is_sandbox" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "creator_earnings" DROP CONSTRAINT "creator_earnings_pkey";
--> statement-breakpoint
ALTER TABLE "creator_earnings" ADD CONSTRAINT "creator_earnings_creator_id_is_sandbox_pk" PRIMARY KEY("creator_id","is_sandbox");
--> statement-breakpoint
ALTER TABLE "creator_earnings" DROP COLUMN "last_payout_at";
--> statement-breakpoint
INSERT INTO "creator_earnings" ("creator_id", "is_sandbox", "total_tips_cents", "tips_count", "currency", "updated_at")
SELECT e."creator_id", true, sum(t."amount_cents" - t."refunded_cents"),
  count(*) FILTER (WHERE t."status" = 'completed'), e."currency", e."updated_at"
FROM "creator_earnings" e JOIN "tips" t ON t."streamer_id" = e."creator_id" AND t."is_sandbox"
GROUP BY e."creator_id", e."is_sandbox", e."currency", e."updated_at";
--> statement-breakpoint
UPDATE "creator_earnings" e SET "total_tips_cents" = e."total_tips_cents" - s."total_tips_cents",
  "tips_count" = e."tips_count" - s."tips_count"
FROM "creator_earnings" s WHERE s."creator_id" = e."creator_id" AND s."is_sandbox" AND NOT e."is_sandbox";
--> statement-breakpoint
DELETE FROM "creator_earnings" e WHERE NOT e."is_sandbox" AND e."total_tips_cents" = 0 AND NOT EXISTS (
  SELECT FROM "tips" t WHERE t."streamer_id" = e."creator_id" AND NOT t."is_sandbox"
);
--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "sandbox_tips_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "streams" s SET "sandbox_tips_cents" = t."cents", "tips_cents" = s."tips_cents" - t."cents"
FROM (
  SELECT "stream_id", sum("amount_cents" - "refunded_cents") AS "cents" FROM "tips" WHERE "is_sandbox" GROUP BY 1
) t WHERE t."stream_id" = s."id";
--> statement-breakpoint
ALTER TABLE "creator_analytics" ADD COLUMN "sandbox_revenue_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "creator_analytics" a SET "sandbox_revenue_cents" = t."sandbox_cents", "revenue_cents" = t."cents"
FROM (
  SELECT "streamer_id", ("created_at" AT TIME ZONE 'UTC')::date AS "date",
    coalesce(sum("amount_cents" - "refunded_cents") FILTER (WHERE "is_sandbox"), 0) AS "sandbox_cents",
    coalesce(sum("amount_cents" - "refunded_cents") FILTER (WHERE NOT "is_sandbox"), 0) AS "cents"
  FROM "tips" GROUP BY 1, 2
) t WHERE t."streamer_id" = a."creator_id" AND t."date" = a."date";
--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_amount" CHECK ("subscription_payments"."amount_cents" >= 0);--> statement-breakpoint
-- Written by hand: the status got another name.
UPDATE "subscription_payments" SET "status" = 'failed' WHERE "status" = 'declined';--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_status" CHECK ("subscription_payments"."status" in ('pending', 'completed', 'refunded', 'reversed', 'failed'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_price" CHECK ("subscriptions"."price_cents" >= 0);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_interval" CHECK ("subscriptions"."interval" in ('day', 'week', 'month', 'year'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_interval_count" CHECK ("subscriptions"."interval_count" > 0);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('pending', 'active', 'suspended', 'cancelled', 'expired'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_failed_payments" CHECK ("subscriptions"."failed_payments" >= 0);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('tip', 'tip_refund', 'tip_reversal', 'payout', 'subscription', 'subscription_refund'));--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account" CHECK ("ledger_postings"."account" in ('payer', 'creator', 'creator_owed', 'platform'));--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_amount" CHECK ("ledger_postings"."amount_cents" <> 0);--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_amount" CHECK ("payment_orders"."amount_cents" > 0);--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_status" CHECK ("payment_orders"."status" in ('created', 'pending', 'completed', 'failed', 'expired'));--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_amount" CHECK ("tips"."amount_cents" > 0);--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_refunded" CHECK ("tips"."refunded_cents" between 0 and "tips"."amount_cents");--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_status" CHECK ("tips"."status" in ('completed', 'refunded', 'reversed'));--> statement-breakpoint
ALTER TABLE "sandbox_orders" ADD CONSTRAINT "sandbox_orders_amount" CHECK ("sandbox_orders"."amount_cents" > 0);--> statement-breakpoint
ALTER TABLE "sandbox_orders" ADD CONSTRAINT "sandbox_orders_status" CHECK ("sandbox_orders"."status" in ('created', 'approved', 'completed', 'voided'));--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_amount" CHECK ("sandbox_refunds"."amount_cents" > 0);--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_status" CHECK ("sandbox_subscriptions"."status" in ('pending', 'active', 'cancelled'));