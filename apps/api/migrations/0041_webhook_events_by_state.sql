create index concurrently if not exists webhook_event_by_state on webhook_event (provider_id, state, sequence);
