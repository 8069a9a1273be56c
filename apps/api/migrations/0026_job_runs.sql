create table job_run (
  name text not null,
  day date not null,
  done_total integer not null default 0,
  failed_total integer not null default 0,
  last_done_at timestamptz,
  last_ms integer,
  last_failed_at timestamptz,
  primary key (name, day)
);
comment on table job_run is 'How often a job was done and failed on a day (UTC), over all processes.';
