/** SQL of the number of a random member. A few members have written much: the cube favours low numbers. */
export const activeMember = `floor((select max(n) from numbered_members) * power(random(), 3))::int + 1`
