/** Starts the server of PostgreSQL that all test files of a project share. */
import type { TestProject } from 'vitest/node';
import { testProject } from '../../scripts/test-projects.ts';
import { createTemplate } from '../support/postgres-databases.ts';
import { findPostgres, programsOf, startPostgres } from '../support/postgres-server.ts';

/**
 * Starts the PostgreSQL that the project names, or else the newest of the machine. Vitest calls this before the first
 * file.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { server: name } = testProject(project.name);
	const programs =
		name === undefined || name === 'nats' ? findPostgres(process.env).at(-1) : programsOf(name, process.env);
	if (programs === undefined) throw new Error(`There is no ${name ?? 'PostgreSQL'} on this machine.`);
	const server = await startPostgres(programs);
	const address = server.url('').replace(/\/$/, '');
	await createTemplate(address);
	project.provide('postgresServer', address);
	return server.stop;
}
