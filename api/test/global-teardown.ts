export default async function x() {}
