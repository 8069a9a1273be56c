-- In the order of a list: many may have the same reference.
create index concurrently if not exists intent_with_reference on intent (provider_id, reference, created_at desc, id desc) where reference is not null;
