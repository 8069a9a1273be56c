alter table trust_list add column attempts integer not null default 0 check (attempts >= 0);
