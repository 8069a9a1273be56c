create index concurrently if not exists audit_event_by_last_word on audit_event (split_part(reason, ' ', -1), seq)
  where reason is not null and (coalesce(actor, 'operator') = 'operator' or starts_with(actor, 'staff:'));
