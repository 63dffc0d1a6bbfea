/** SQL for the number of a random member. The cube favours low numbers, as a few members write most. */
export const activeMember = `floor((select max(n) from numbered_members) * power(random(), 3))::int + 1`
