-- Of all providers together, for the operator.
create index concurrently if not exists webhook_event_by_time on webhook_event (state, created_at, sequence);
