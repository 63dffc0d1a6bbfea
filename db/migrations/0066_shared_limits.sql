-- Not logged: these counts may be lost with a crash, and are written often.
CREATE UNLOGGED TABLE "sign_in_failures" (
	"account" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"attempt" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"forgotten_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
