-- A provider's id is the first or the last word of the reason of events about settings and keys.
create index concurrently if not exists audit_event_by_first_word on audit_event (split_part(reason, ' ', 1), seq)
  where reason is not null and (coalesce(actor, 'operator') = 'operator' or starts_with(actor, 'staff:'));
