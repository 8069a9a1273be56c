-- The key of a quarter goes with its last number.
create index registration_stop_by_quarter on registration_stop (quarter);
