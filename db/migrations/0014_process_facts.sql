ALTER TABLE "node_processes" ADD COLUMN "sends_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "node_processes" ADD COLUMN "secret_fingerprint" text;