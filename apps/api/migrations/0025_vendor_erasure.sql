-- Checks of erased accounts that the identity-check service is still to forget. Their code is derived from the id; whose
-- they were is told by nothing. A row goes when the service has acknowledged.
create table vendor_erasure (
  check_id text primary key,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null
);
create index vendor_erasure_due on vendor_erasure (next_attempt_at);
