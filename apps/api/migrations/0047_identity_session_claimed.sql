-- The checks of a day are counted by it.
create index concurrently if not exists identity_session_claimed on identity_session (claimed_at) where claimed_at is not null;
