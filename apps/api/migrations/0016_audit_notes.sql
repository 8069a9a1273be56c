-- Events that somebody could cause without end are written down now and then: when each may be noted again.
create table audit_note (
  name text primary key,
  value text not null,
  until timestamptz not null
);
