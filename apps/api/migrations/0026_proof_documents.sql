-- One document proves the age of one account at a time. What the identity-check service calls the document is hashed under a
-- key that is not in the database, and kept as long as the proof. An account whose service names no document has no row.
create table proof_document (
  document_idx bytea primary key,
  account_id text not null unique references account on delete cascade,
  kept_since timestamptz not null
);
