-- Where the walks through large tables without an index by time are: a sweep reads some blocks of them in each run.
create table sweep_walk (
  swept text primary key,
  page_number integer not null check (page_number >= 0),
  -- When this walk has to be at the end of the table.
  due_at timestamptz not null,
  -- A process is walking until then.
  claimed_until timestamptz
);
comment on table sweep_walk is 'A row for each table through which a sweep walks: the next block, and when the walk has to end.';
