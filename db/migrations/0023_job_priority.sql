-- Written by hand, as the function before. Jobs with a lower number run first; apps of the version before pass none.
DROP FUNCTION enqueue_job(text, json, text, timestamptz, int, text);
--> statement-breakpoint
CREATE FUNCTION enqueue_job(
  task text, payload json, queue text, run_at timestamptz, attempts int, key text, priority int DEFAULT 0
)
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, queue, run_at, attempts, key, priority);
END
$$;
