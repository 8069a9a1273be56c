create index concurrently if not exists intent_by_state on intent (provider_id, live, state, created_at desc, id desc);
