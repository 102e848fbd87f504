/** The callers of a seed: they open, open twice, close, close twice, and go on when the service dies under them. */
import type { Decimal } from '../../src/domain/decimal.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import { CarrywireError } from '../../src/errors/carrywire-error.ts';
import type { ExecuteRequest } from '../../src/ports/desk.ts';
import { JournalError } from '../../src/ports/journal.ts';
import { VenueError } from '../../src/ports/venue.ts';
import { ConnectionLost } from './incarnation.ts';
import { type AskedExecution, VENUES } from './scenario.ts';
import type { Service } from './service.ts';
import type { World } from './world.ts';

export type Answer<Value> =
	| { readonly kind: 'answered'; readonly value: Value }
	| { readonly kind: 'refused'; readonly code: string }
	| { readonly kind: 'lost' };

const TRIES_MAX = 12;
const PAUSE_MS = 2_500;

/** A call as somebody outside makes it: the process may be down, or die before it answers. */
export async function call<Value>(
	world: World,
	what: string,
	ask: (service: Service) => Promise<Value>,
): Promise<Answer<Value>> {
	const service = world.service();
	if (service === undefined) return { kind: 'lost' };
	try {
		const value = await Promise.race([ask(service), service.life.death]);
		world.trace(() => `${what}: answered`);
		return { kind: 'answered', value };
	} catch (error) {
		if (error instanceof ConnectionLost) {
			world.trace(() => `${what}: the connection was lost`);
			return { kind: 'lost' };
		}
		const code = codeOf(world, what, error);
		world.trace(() => `${what}: refused, ${code}`);
		return { kind: 'refused', code };
	}
}

function codeOf(world: World, what: string, error: unknown): string {
	if (error instanceof CarrywireError) return error.code;
	if (error instanceof VenueError || error instanceof JournalError) return error.name;
	world.oracle.violation(`${what} threw what no caller is told: ${String(error)}`);
	return 'broken';
}

export function pause(world: World, ms: number): Promise<void> {
	return new Promise((resolve) => world.time.after(ms, resolve));
}

/** One execution's caller from its open to its last close. */
export async function runCaller(world: World, asked: AskedExecution): Promise<void> {
	await pause(world, asked.at - world.time.now());
	const request = requestOf(world, asked);
	world.gate.asked.push(request);
	const first = open(world, request);
	const [answered, second] = await Promise.all([
		first,
		asked.isDoubled && request.idempotencyKey !== undefined ? open(world, request) : undefined,
	]);
	if (answered !== undefined && second !== undefined && answered !== second)
		world.oracle.violation(`one idempotency key was answered with ${answered} and ${second}`);
	if (answered === undefined) return;
	for (const { afterMs, share, maxSlippageBps, isDoubled } of asked.closes) {
		await pause(world, afterMs);
		const closing = close(world, request.userId, answered, share, maxSlippageBps);
		if (isDoubled) await close(world, request.userId, answered, share, maxSlippageBps);
		await closing;
	}
}

function requestOf(world: World, asked: AskedExecution): ExecuteRequest {
	const { coin, ...terms } = asked.request;
	const find = (venue: string) =>
		world.scenario.instruments.find((instrument) => instrument.venue === venue && instrument.coin === coin);
	const long = find(asked.longVenue);
	const short = find(VENUES.find((venue) => venue !== asked.longVenue) ?? '');
	if (long === undefined || short === undefined) throw new Error(`No legs of ${coin}.`);
	return { ...terms, opportunityId: opportunityId(long, short) };
}

/** The execution's id, when it was opened. A call whose answer was lost is repeated only with a key. */
async function open(world: World, request: ExecuteRequest): Promise<string | undefined> {
	for (let tries = 0; tries < TRIES_MAX; tries += 1) {
		const answer = await call(world, `execute ${request.userId}`, (service) =>
			service.room.desk.execute(request),
		);
		if (answer.kind === 'answered')
			return 'execution_id' in answer.value ? answer.value.execution_id : undefined;
		if (answer.kind === 'lost' && request.idempotencyKey === undefined) return undefined;
		if (answer.kind === 'refused' && !MAY_PASS.has(answer.code)) return undefined;
		await pause(world, PAUSE_MS);
	}
	return undefined;
}

const MAY_PASS: ReadonlySet<string> = new Set([
	'VenueError',
	'STORE_UNAVAILABLE',
	'JournalError',
	'QUOTE_STALE',
]);

export function close(
	world: World,
	userId: string,
	executionId: string,
	share: Decimal,
	maxSlippageBps: Decimal | undefined,
): Promise<Answer<unknown>> {
	return call(world, `close ${executionId.slice(-6)}`, (service) =>
		service.room.desk.close({ userId, executionId, share, maxSlippageBps }),
	);
}
