-- Without the kinds that each log-in and refresh writes: they are most of the trail, and any walk meets them.
create index concurrently if not exists audit_event_by_kind on audit_event (type, seq) where type not in (
  'auth.pin.ok', 'auth.token.issued_pre2fa', 'auth.token.issued', 'auth.token.refreshed', 'otp.sent', 'otp.verified');
