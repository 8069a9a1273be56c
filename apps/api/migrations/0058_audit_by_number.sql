-- Events of a number's prefix, by account: the planner takes an equal expression as sorted, but not a null.
create index concurrently if not exists audit_event_by_number on audit_event (phone_prefix, coalesce(actor, ''), seq) where phone_prefix is not null;
