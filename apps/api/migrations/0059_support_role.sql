-- Sees why a number got no SMS, and an account's state. A version before this one can't read the role: nobody gets it while one runs.
alter table staff drop constraint staff_role_check,
  add constraint staff_role_check check (role in ('operator', 'reviewer', 'auditor', 'support'));
alter table staff_invitation drop constraint staff_invitation_role,
  add constraint staff_invitation_role check (
    role in ('owner', 'developer', 'viewer') and provider_id is not null
    or role in ('operator', 'reviewer', 'auditor', 'support') and provider_id is null);
