-- The first time that the visitor went back without an answer, while the request stays open.
alter table intent add column left_at timestamptz;
