-- Written by hand. PostgreSQL plans the statements of the library's function again for each call, which takes longer than
-- running them: the setting lets it keep their plans.
CREATE FUNCTION enqueue_job(task text, payload json, queue text, run_at timestamptz, attempts int, key text)
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, queue, run_at, attempts, key);
END
$$;
