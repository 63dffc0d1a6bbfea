/** The stored days of two years, and the activity of 100 days: one member in twenty used the site on a day. */
export const figuresSql = `
  insert into platform_days (date, signups, posts, streams, live_seconds, peak_viewers, watch_time, tips, tips_cents,
      active_day, active_week, active_month, active_six_days, active_twenty_nine_days)
    select current_date - n, 40, 400, 60, 90000, 200, 500000, 30, 25000, 5000, 17000, 40000, 16000, 39000
    from generate_series(1, 730) n;
  insert into platform_cohorts (cohort, week, active)
    select date_trunc('week', current_date)::date - 7 * cohort, date_trunc('week', current_date)::date - 7 * week, 50
    from generate_series(1, 12) cohort, generate_series(1, cohort) week;
  insert into active_days (user_id, date, previous_date)
    select id, current_date - day, current_date - day - 20
    from numbered_members, generate_series(0, 99) day where (n + day) % 20 = 0`
