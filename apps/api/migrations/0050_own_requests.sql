-- Pages of an account's requests, the newest first.
create index concurrently if not exists intent_of_account on intent (account_id, bound_at desc, id desc) where account_id is not null;
