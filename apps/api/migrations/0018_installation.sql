create table installation (
  name text primary key,
  value text not null,
  since timestamptz not null
);
comment on table installation is 'What all processes on this database have in common: keyed fingerprints of their master keys, their public address, and the version of the contract. One that differs does not start.';
