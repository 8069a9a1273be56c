-- How often a vendor answered an erasure with 404 or 410, which may be a gateway's word: several over a day end it.
alter table identity_session add column not_found_total smallint not null default 0 check (not_found_total >= 0);
alter table vendor_erasure add column not_found_total smallint not null default 0 check (not_found_total >= 0);

-- From then on a vendor may be asked about this check: after the question that is under way, and a while after the last one.
alter table identity_check add column ask_after timestamptz;
