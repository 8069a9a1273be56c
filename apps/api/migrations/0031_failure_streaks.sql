-- How calls to a partner, deliveries to a receiver and runs of a job went last, over all processes.
create table failure_streak (
  kind text not null,
  name text not null,
  -- The last success.
  good_at timestamptz,
  -- The first failure since then, how many there were, and the last one's reason: codes of ours and of the partner.
  failing_since timestamptz,
  failures integer not null default 0 check (failures >= 0),
  why text,
  detail text,
  -- When a success last ended failures, and true where another end was not long before it.
  ended_at timestamptz,
  unsteady boolean not null default false,
  primary key (kind, name),
  check ((failures = 0) = (failing_since is null))
) with (fillfactor = 50);
comment on table failure_streak is 'One row for each gateway, vendor, receiver and job: failures since the last success.';

-- When the code of this SMS was typed in; only the newest SMS of a code has it. A version before this one leaves it out.
alter table sms_message add column typed_in_at timestamptz;

-- Since when no fetch of the list was accepted.
alter table trust_list add column problem_since timestamptz;
