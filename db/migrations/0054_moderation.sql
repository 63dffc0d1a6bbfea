CREATE TABLE "moderation_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"owner_id" uuid,
	"snapshot" jsonb NOT NULL,
	"reports_count" integer DEFAULT 0 NOT NULL,
	"last_reported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handed_over_at" timestamp (3) with time zone,
	"handed_over_by" uuid,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"outcome" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"snapshot" jsonb NOT NULL,
	"rule" text NOT NULL,
	"note" text,
	"until" timestamp (3) with time zone,
	"decided_by" uuid,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	"appeal_words" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_outcome" text,
	"appeal_note" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"appeal_decided_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_viewers" (
	"case_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "moderation_viewers_case_id_user_id_pk" PRIMARY KEY("case_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"rule" text,
	"words" text,
	"snapshot" jsonb,
	"told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "report_id" uuid;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "was_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "timed_out_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "was_published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_handed_over_by_users_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_appeal_decided_by_users_id_fk" FOREIGN KEY ("appeal_decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_viewers" ADD CONSTRAINT "moderation_viewers_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_viewers" ADD CONSTRAINT "moderation_viewers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_open_key" ON "moderation_cases" USING btree ("subject_type","subject_id") WHERE "moderation_cases"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_newest_idx" ON "moderation_cases" USING btree ("last_reported_at","id") WHERE "moderation_cases"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_most_idx" ON "moderation_cases" USING btree ("reports_count","id") WHERE "moderation_cases"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_closed_idx" ON "moderation_cases" USING btree ("closed_at","id") WHERE "moderation_cases"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "moderation_cases_owner_idx" ON "moderation_cases" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "moderation_cases_closed_by_idx" ON "moderation_cases" USING btree ("closed_by") WHERE "moderation_cases"."closed_by" is not null;--> statement-breakpoint
CREATE INDEX "moderation_cases_handed_over_by_idx" ON "moderation_cases" USING btree ("handed_over_by") WHERE "moderation_cases"."handed_over_by" is not null;--> statement-breakpoint
CREATE INDEX "moderation_decisions_user_idx" ON "moderation_decisions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_case_idx" ON "moderation_decisions" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_appeals_idx" ON "moderation_decisions" USING btree ("appealed_at","id") WHERE "moderation_decisions"."appealed_at" is not null and "moderation_decisions"."appeal_decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_decisions_kept_key" ON "moderation_decisions" USING btree ("subject_type","subject_id") WHERE "moderation_decisions"."kind" = 'removal' and "moderation_decisions"."undone_at" is null and "moderation_decisions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_decisions_decided_by_idx" ON "moderation_decisions" USING btree ("decided_by") WHERE "moderation_decisions"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "moderation_decisions_undone_by_idx" ON "moderation_decisions" USING btree ("undone_by") WHERE "moderation_decisions"."undone_by" is not null;--> statement-breakpoint
CREATE INDEX "moderation_decisions_appeal_by_idx" ON "moderation_decisions" USING btree ("appeal_decided_by") WHERE "moderation_decisions"."appeal_decided_by" is not null;--> statement-breakpoint
CREATE INDEX "moderation_viewers_user_idx" ON "moderation_viewers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_reporter_key" ON "reports" USING btree ("reporter_id","subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "reports_case_idx" ON "reports" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "reports_untold_idx" ON "reports" USING btree ("case_id") WHERE "reports"."told_at" is null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_decision_idx" ON "notifications" USING btree ("decision_id") WHERE "notifications"."decision_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_report_idx" ON "notifications" USING btree ("report_id") WHERE "notifications"."report_id" is not null;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_hidden" CHECK ("streams"."hidden_at" is null or not ("streams"."is_public" or "streams"."is_live"));--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_hidden" CHECK ("videos"."hidden_at" is null or not "videos"."is_published");--> statement-breakpoint
-- From here on written by hand. With the column that `SessionUser` has got.
DROP TRIGGER users_notify_change ON "users";
--> statement-breakpoint
CREATE TRIGGER users_notify_change AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((
    OLD.id, OLD.email, OLD.handle, OLD.password_hash, OLD.first_name, OLD.last_name, OLD.profile_image_url,
    OLD.bio, OLD.paypal_customer_id, OLD.paypal_subscription_id, OLD.is_premium, OLD.heritage_region,
    OLD.country_of_origin, OLD.languages, OLD.collaboration_tags, OLD.bio_multilingual, OLD.language,
    OLD.notification_choices, OLD.role, OLD.is_active, OLD.awaits_approval, OLD.last_login_at, OLD.created_at,
    OLD.updated_at, OLD.email_verified_at, OLD.mail_choices, OLD.dismissed_notice, OLD.timed_out_until
  ) IS DISTINCT FROM (
    NEW.id, NEW.email, NEW.handle, NEW.password_hash, NEW.first_name, NEW.last_name, NEW.profile_image_url,
    NEW.bio, NEW.paypal_customer_id, NEW.paypal_subscription_id, NEW.is_premium, NEW.heritage_region,
    NEW.country_of_origin, NEW.languages, NEW.collaboration_tags, NEW.bio_multilingual, NEW.language,
    NEW.notification_choices, NEW.role, NEW.is_active, NEW.awaits_approval, NEW.last_login_at, NEW.created_at,
    NEW.updated_at, NEW.email_verified_at, NEW.mail_choices, NEW.dismissed_notice, NEW.timed_out_until
  )) EXECUTE FUNCTION notify_user_change('users');
