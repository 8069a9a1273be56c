-- A report may get lost: when it is overdue, the identity-check service is asked. Null: nobody waits for an outcome.
alter table identity_check add column next_poll_at timestamptz;
alter table identity_check add column polls integer not null default 0 check (polls >= 0);

update identity_check set next_poll_at = coalesce(reported_at, created_at) + interval '5 minutes'
where status in ('', 'PENDING_MANUAL_REVIEW');

create index identity_check_due on identity_check (next_poll_at) where next_poll_at is not null;
