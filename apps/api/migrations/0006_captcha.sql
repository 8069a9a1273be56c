-- Captcha answers that were used up, until they would have expired anyway. What is kept is a hash.
create table spent_captcha (
  hash bytea primary key,
  expires_at timestamptz not null
);
