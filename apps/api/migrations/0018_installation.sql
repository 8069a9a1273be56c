create table installation (
  name text primary key,
  value text not null,
  since timestamptz not null
);
comment on table installation is 'What all processes on this database have in common: keyed fingerprints of their master keys, their public address, and the version of the contract. One that differs does not start.';

create table front_end_file (
  path text primary key,
  -- Compressed with Brotli.
  body bytea not null,
  -- Under a key that is not in the database: browsers run what is in here.
  mac bytea not null,
  started_at timestamptz not null
);
comment on table front_end_file is 'The hashed files of the front end of each version that was started, for processes of other versions.';
