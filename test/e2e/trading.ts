/** Steps that several tests share: choosing an opportunity, waiting for an execution, reading the portfolio. */
import { randomUUID } from 'node:crypto';
import { type Decimal, fromInteger, ZERO } from '../../src/domain/decimal.ts';
import { blockingGuards } from '../../src/opportunities/guards.ts';
import type { Service } from './fixture.ts';
import { TestRunError, until } from './polling.ts';
import {
	type Closed,
	type Execution,
	type Opened,
	type Opportunity,
	type OpportunityPage,
	type Portfolio,
	type RpcAnswer,
	resultOf,
} from './wire.ts';

/** Interval between portfolio reads, well within a token's rate limit, milliseconds. */
const PORTFOLIO_POLL_MS = 150;
const PAGE_SIZE = 100;
/** Number of characters that a timeout message quotes from the end of the service's output. */
const LOG_CHARS = 3_000;

export const ENDED = ['closed', 'failed'];

/**
 * Reads a page of opportunities. On a busy machine, a service that has just started may exceed the time limit of a
 * call; the call is then retried.
 */
export function pageOfOpportunities<T = OpportunityPage>(
	service: Pick<Service, 'answer'>,
	params: object,
): Promise<T> {
	return until({ what: 'a page of opportunities', periodMs: 250 }, async () => {
		const answer = await service.answer('get_opportunities', params);
		if (answer.error?.data.code === 'TIMEOUT') return undefined;
		return resultOf<T>(Promise.resolve(answer));
	});
}

/** Returns all opportunities, read page by page. */
export async function allOpportunities(service: Service): Promise<readonly Opportunity[]> {
	const found: Opportunity[] = [];
	for (let page = 1; ; page += 1) {
		const { data, pagination } = await pageOfOpportunities(service, { limit: PAGE_SIZE, page });
		found.push(...data);
		if (!pagination.has_next) return found;
	}
}

/**
 * Reads the details of the first opportunity in the list. Soon after a start, the opportunity may reverse its
 * direction between the two calls, which changes its id. The list is then read again for the new id.
 */
export async function firstDetail<T>(
	service: Service,
): Promise<{ readonly id: string | undefined; readonly detail: T }> {
	return until({ what: 'a detail of the first opportunity', periodMs: 250 }, async () => {
		const { data } = await pageOfOpportunities(service, { limit: 1 });
		const id = data[0]?.opportunity_id;
		const answer = await service.answer('opportunity_detail', { opportunity_id: id });
		if (answer.error?.data.code === 'OPPORTUNITY_EXPIRED') return undefined;
		return { id, detail: await resultOf<T>(Promise.resolve(answer)) };
	});
}

const OPENABLE_MIN = 8;

/**
 * Returns opportunities that can currently be opened with `amount` USD: without a blocking guard, and with twice the
 * required depth. Until the service knows the expected carry, an opportunity may reverse its direction, which changes
 * its id. The ones with the lowest expected carry are most likely to reverse and are left out. The rest are sorted by
 * expected carry, highest first.
 */
export async function openableOpportunities(
	service: Service,
	amount: number,
	limitMs?: number,
): Promise<readonly Opportunity[]> {
	const wanted = fromInteger(2 * amount);
	return until(
		{ what: `${OPENABLE_MIN} opportunities with an expected carry`, periodMs: 250, limitMs },
		async () => {
			const found = (await allOpportunities(service)).filter(
				(record) =>
					blockingGuards(record).length === 0 &&
					record.net.expected_carry !== null &&
					record.max_amount !== null &&
					record.max_amount >= wanted,
			);
			const carries = found.map(carryOf).toSorted((a, b) => Number(a - b));
			const least = carries[Math.floor(carries.length / 3)] ?? ZERO;
			const firm = found
				.filter((record) => carryOf(record) >= least)
				.toSorted((a, b) => Number(carryOf(b) - carryOf(a)));
			return firm.length >= OPENABLE_MIN ? firm : undefined;
		},
	);
}

/**
 * Returns the first opportunity that has a known expected carry and can be opened, and whose symbol is not in
 * `tried`. It does not wait for all coins, because some exchanges' histories are read one coin at a time.
 */
export function firstFirmOpportunity(
	service: Service,
	tried: ReadonlySet<string> = new Set(),
): Promise<Opportunity> {
	return until({ what: 'an opportunity that can be opened', periodMs: 250 }, async () =>
		(await allOpportunities(service)).find(
			(record) =>
				record.net.expected_carry !== null &&
				blockingGuards(record).length === 0 &&
				!tried.has(record.symbol),
		),
	);
}

function carryOf({ net }: Opportunity): Decimal {
	return net.expected_carry ?? ZERO;
}

/** Reads one execution from `portfolio_live`. */
export async function executionOf(service: Service, token: string, id: string): Promise<Execution> {
	const { executions } = await service.call<Portfolio>('portfolio_live', { execution_id: id }, token);
	const [execution] = executions;
	if (execution === undefined) throw new TestRunError(`portfolio_live shows no execution ${id}.`);
	return execution;
}

/** Waits until the execution has one of the statuses. @throws TestRunError with the last status seen */
export async function untilStatus(
	service: Service,
	token: string,
	id: string,
	statuses: readonly string[],
	limitMs?: number,
): Promise<Execution> {
	let seen = 'nothing';
	return until(
		{ what: `${id} to be ${statuses.join(' or ')}`, periodMs: PORTFOLIO_POLL_MS, limitMs, seen: () => seen },
		async () => {
			const execution = await executionOf(service, token, id);
			const { status, status_reason } = execution.execution;
			seen = `${status}, ${status_reason ?? 'no reason'}`;
			return statuses.includes(status) ? execution : undefined;
		},
	);
}

/**
 * Error codes of a call that failed because the service or an exchange was too slow. Either the call opened nothing,
 * or a retry with the same idempotency key finds the execution.
 */
const TOO_LATE: ReadonlySet<string> = new Set(['TIMEOUT', 'VENUE_UNAVAILABLE']);
const OPENING_POLL_MS = 250;

/** Parameters of an opening call, including its idempotency key. */
export type KeyedParams = { readonly idempotency_key: string } & object;

/**
 * Opens with an idempotency key and returns the response. If the service or an exchange was too slow, it retries with
 * the same key, which prevents a second opening.
 */
export function openUnderKey(service: Service, token: string, params: KeyedParams): Promise<RpcAnswer> {
	let seen = 'nothing';
	return until(
		{
			what: `an answer to ${params.idempotency_key}`,
			periodMs: OPENING_POLL_MS,
			seen: () => seen,
		},
		async () => {
			const answer = await service.answer('execute_opportunity', params, token);
			seen = answer.text;
			return TOO_LATE.has(answer.error?.data.code ?? '') ? undefined : answer;
		},
	);
}

/**
 * Opens with a new idempotency key, unless the params already have one. @throws TestRunError when the service refuses
 * the call
 */
export function openOnce<T extends Opened = Opened>(
	service: Service,
	token: string,
	params: object,
): Promise<T> {
	return resultOf<T>(openUnderKey(service, token, { idempotency_key: `open-${randomUUID()}`, ...params }));
}

/**
 * Opens in the mode `single-direct` unless `params` name another, and waits until the position is running. @throws
 * TestRunError when it ends instead
 */
export async function openAndRun(
	service: Service,
	token: string,
	opportunity: Opportunity,
	params: Readonly<Record<string, unknown>>,
): Promise<{ readonly opened: Opened; readonly execution: Execution }> {
	const { opportunity_id } = opportunity;
	const opened = await openOnce(service, token, { opportunity_id, mode: 'single-direct', ...params });
	const execution = await untilStatus(service, token, opened.execution_id, ['running', ...ENDED]);
	if (execution.execution.status !== 'running') {
		throw new TestRunError(
			`${opened.execution_id} on ${opportunity.symbol} is ${execution.execution.status}: ${execution.execution.status_reason ?? ''}`,
		);
	}
	return { opened, execution };
}

/**
 * Closes the execution and waits until the service reports that it has ended. A close continues even if the call got
 * no response in time.
 */
export async function closeAndEnd(
	service: Service,
	token: string,
	id: string,
	limitMs?: number,
): Promise<Execution> {
	const answer = await service.answer('close_execution', { execution_id: id }, token);
	if (answer.error?.data.code !== 'TIMEOUT') await resultOf<Closed>(Promise.resolve(answer));
	return untilStatus(service, token, id, ENDED, limitMs);
}

/**
 * Reads the complete portfolio while no account is changing, so that `unexplained` is known on all accounts. Mark
 * prices keep moving, but all figures of one response that depend on them are from the same instant.
 */
export async function quietPortfolio(
	service: Service,
	token: string,
	{ periodMs = PORTFOLIO_POLL_MS } = {},
): Promise<Portfolio> {
	let seen = 'nothing';
	return until(
		{
			what: 'unexplained to be known on both accounts',
			periodMs,
			seen: () => seen,
		},
		async () => {
			const portfolio = await service.call<Portfolio>(
				'portfolio_live',
				{ include_closed: true, limit: PAGE_SIZE },
				token,
			);
			seen = `${portfolio.reasons.map(({ message }) => message).join('; ')}; the service wrote ${service.process.written().slice(-LOG_CHARS)}`;
			return portfolio.accounts.every(({ unexplained, stale }) => unexplained !== null && !stale)
				? portfolio
				: undefined;
		},
	);
}

/** Returns an execution's position size per leg, in coins. @throws TestRunError when the legs differ */
export function hedgedSize({ execution }: Execution): Decimal {
	if (execution.long_size !== execution.short_size)
		throw new TestRunError(
			`${execution.id} is not hedged: ${execution.long_size} long, ${execution.short_size} short.`,
		);
	return execution.long_size;
}
