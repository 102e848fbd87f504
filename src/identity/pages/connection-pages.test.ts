import { describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { systemClock, systemTurnEnd } from '../../runtime/clock.ts';
import { createAuditTrail } from '../../store/audit.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createAuditNotes } from './audit-notes.ts';
import { connectionPages } from './connection-pages.ts';
import type { LoggedIn, Visitor } from './page.ts';

const databases = databasePerTest();

function pages(refusal?: CarrywireError) {
	const begun: unknown[] = [];
	const finished: unknown[] = [];
	const audit = createAuditTrail(createSqliteDatabase(databases.now(), systemTurnEnd));
	const [begin, callback] = connectionPages({
		byPage: {
			offers: () => true,
			async begin(request) {
				if (refusal !== undefined) throw refusal;
				begun.push(request);
				return { url: 'https://exchange.example/authorize?state=x' };
			},
			async finish(request) {
				if (refusal !== undefined) throw refusal;
				finished.push(request);
				return { label: 'main' };
			},
		},
		venues: ['bybit'],
		notes: createAuditNotes({ audit, clock: systemClock, logger: SILENT_LOGGER }),
	});
	if (begin?.access !== 'user' || callback?.access !== 'anyone') throw new Error('There are two pages.');
	const visitor = (venue: string, label = '') =>
		({
			userId: 'user_1',
			browser: 'browser',
			address: '127.0.0.1',
			params: { venue },
			form: new URLSearchParams({ label }),
			query: new URLSearchParams('state=x&code=y'),
		}) as unknown as LoggedIn & Visitor;
	return {
		begin: (venue: string, label?: string) => begin.answer(visitor(venue, label)),
		callback: (venue: string, userId: string | undefined) => callback.answer(visitor(venue), userId),
		begun,
		finished,
		trail: () => audit.list({ userId: 'user_1', limit: 10 }),
	};
}

describe('a connection on the page of an exchange', () => {
	test('starts for this browser and user, and is noted', async () => {
		const { begin, begun, trail } = pages();
		expect(await begin('bybit', ' second ')).toEqual({
			kind: 'json',
			content: { url: 'https://exchange.example/authorize?state=x' },
		});
		await begin('bybit');
		expect(begun).toEqual([
			{ userId: 'user_1', venue: 'bybit', browser: 'browser', label: 'second' },
			{ userId: 'user_1', venue: 'bybit', browser: 'browser', label: 'bybit' },
		]);
		expect((await trail())[0]).toMatchObject({ action: 'connection.begin', outcome: 'ok' });
	});

	test('returns to the Exchanges page, and is noted', async () => {
		const { callback, finished, trail } = pages();
		expect(await callback('bybit', 'user_1')).toEqual({ kind: 'redirect', to: '/connections' });
		expect(finished).toMatchObject([{ venue: 'bybit', userId: 'user_1', browser: 'browser' }]);
		expect(await trail()).toMatchObject([
			{ action: 'connection.connect', outcome: 'ok', details: { exchange: 'bybit', kind: 'oauth' } },
		]);
	});

	test('is refused after the login has ended', async () => {
		const { callback, finished } = pages();
		await expect(callback('bybit', undefined)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
		expect(finished).toEqual([]);
	});

	test('is refused for an unknown exchange', async () => {
		const { begin, callback } = pages();
		await expect(begin('mtgox')).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(callback('mtgox', 'user_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});

	test('notes the code of a refusal', async () => {
		const { begin, trail } = pages(new CarrywireError('EXCHANGE_OAUTH_NOT_OFFERED', 'No.'));
		await expect(begin('bybit')).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_NOT_OFFERED' });
		expect(await trail()).toMatchObject([
			{ action: 'connection.begin', outcome: 'EXCHANGE_OAUTH_NOT_OFFERED' },
		]);
	});
});
