-- How often a vendor answered an erasure with 404 or 410, which may be a gateway's word: several over a day end it.
alter table identity_session add column not_found_total smallint not null default 0 check (not_found_total >= 0);
alter table vendor_erasure add column not_found_total smallint not null default 0 check (not_found_total >= 0);
