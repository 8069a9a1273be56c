-- Since when a later check contradicts the approval: its document proves another account. Until the age is proven again.
alter table identity_check add column contradicted_at timestamptz;
