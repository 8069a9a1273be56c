-- People of the installation, among the many of providers.
create index concurrently if not exists staff_with_role on staff (created_at, id) where role is not null;
