create table webhook_event (
  id text primary key,
  intent_id text not null references intent,
  provider_id text not null references provider,
  type text not null,
  sequence integer not null,
  body text not null,
  created_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- The worker that takes an event moves this on, so that no other worker takes it too.
  next_attempt_at timestamptz not null,
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  constraint webhook_event_sequence unique (provider_id, sequence),
  constraint webhook_event_delivered check ((state = 'delivered') = (delivered_at is not null))
);
create index webhook_event_due on webhook_event (next_attempt_at) where state = 'pending';
-- One event for the end of an intent; a payment has another for each refund.
create unique index webhook_event_of_end on webhook_event (intent_id) where type <> 'payment.refunded';
create index webhook_event_by_intent on webhook_event (intent_id);
comment on table webhook_event is 'Transactional outbox for webhooks: written with the end of an intent, delivered at least once under the same id.';

create table webhook_attempt (
  event_id text not null references webhook_event on delete cascade,
  number integer not null,
  attempted_at timestamptz not null,
  status integer,
  error text,
  duration_ms integer not null,
  primary key (event_id, number, attempted_at)
);
create index webhook_attempt_old on webhook_attempt (attempted_at);
comment on table webhook_attempt is 'The result of each delivery attempt, for the operator and for the provider.';
