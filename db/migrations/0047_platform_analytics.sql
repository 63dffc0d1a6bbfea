CREATE TABLE "platform_cohorts" (
	"cohort" date NOT NULL,
	"week" date NOT NULL,
	"active" integer NOT NULL,
	CONSTRAINT "platform_cohorts_cohort_week_pk" PRIMARY KEY("cohort","week")
);
--> statement-breakpoint
CREATE TABLE "platform_days" (
	"date" date PRIMARY KEY NOT NULL,
	"signups" integer DEFAULT 0 NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	"streams" integer DEFAULT 0 NOT NULL,
	"live_seconds" double precision DEFAULT 0 NOT NULL,
	"peak_viewers" integer,
	"watch_time" double precision DEFAULT 0 NOT NULL,
	"tips" integer DEFAULT 0 NOT NULL,
	"tips_cents" bigint DEFAULT 0 NOT NULL,
	"sandbox_tips" integer DEFAULT 0 NOT NULL,
	"sandbox_tips_cents" bigint DEFAULT 0 NOT NULL,
	"active_day" integer,
	"active_week" integer,
	"active_month" integer,
	"active_six_days" integer DEFAULT 0 NOT NULL,
	"active_twenty_nine_days" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "active_days" (
	"user_id" uuid NOT NULL,
	"date" date NOT NULL,
	"previous_date" date,
	CONSTRAINT "active_days_user_id_date_pk" PRIMARY KEY("user_id","date")
);
--> statement-breakpoint
CREATE TABLE "viewer_peaks" (
	"date" date PRIMARY KEY NOT NULL,
	"viewers" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "active_days" ADD CONSTRAINT "active_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "active_days_date_idx" ON "active_days" USING btree ("date","user_id");