-- What a vendor has not erased for long is found by it.
create index concurrently if not exists identity_session_lasting on identity_session (erase_since) where check_id is null and erase_since is not null;
