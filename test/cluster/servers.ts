/** Starts the server of PostgreSQL that all test files of the project share. */
import type { TestProject } from 'vitest/node';
import { createTemplate } from '../support/postgres-databases.ts';
import { findPostgres, startPostgres } from '../support/postgres-server.ts';

/** Starts the newest PostgreSQL of the machine. Vitest calls this before the first file. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const programs = findPostgres(process.env).at(-1);
	if (programs === undefined) throw new Error('There is no PostgreSQL on this machine.');
	const server = await startPostgres(programs);
	const address = server.url('').replace(/\/$/, '');
	await createTemplate(address);
	project.provide('postgresServer', address);
	return server.stop;
}
