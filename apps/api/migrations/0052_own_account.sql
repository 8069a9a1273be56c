-- The last day (UTC) on which the holder looked at the list of websites: the audit trail gets one event a day.
alter table account add column requests_read_on date;

-- How far a deletion is, for whoever has its token. The version before this one writes nothing here when it erases: the account is
-- erased when no account has the hash.
create table deletion (
  token_hash bytea primary key,
  begun_at timestamptz not null,
  -- Set with vendor and money when the account is erased; before that they are what is expected.
  erased_at timestamptz,
  vendor text not null check (vendor in ('none', 'asked')),
  money text not null check (money in ('none', 'returning')),
  expires_at timestamptz not null
);
create index deletion_over on deletion (expires_at);
comment on table deletion is 'Deletions of the last thirty days, by the hash of their token. No row tells whose they were.';

-- Which deletion an order belongs to. It names nobody, and is gone with the order, or when the money is on its way.
alter table account add column deletion_hash bytea;
alter table vendor_erasure add column deletion_hash bytea;
alter table identity_session add column deletion_hash bytea;
alter table return_order add column deletion_hash bytea;
create index vendor_erasure_of_deletion on vendor_erasure (deletion_hash) where deletion_hash is not null;
create index identity_session_of_deletion on identity_session (deletion_hash) where deletion_hash is not null;
create index return_order_of_deletion on return_order (deletion_hash) where deletion_hash is not null;
