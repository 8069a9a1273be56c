-- The newest refusal of a number by each rule, for the person at the telephone. The empty number: refusals of a minute were too many to note.
create table refused_call (
  phone_idx bytea not null,
  rule text not null,
  at timestamptz not null,
  free_at timestamptz,
  primary key (phone_idx, rule)
);
create index refused_call_over on refused_call (at);
comment on table refused_call is 'Calls that named a number and were refused, for 48 hours: by which rule, and until when.';
