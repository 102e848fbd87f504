/** Serves /connections/begin and /connections/callback, which lead to an exchange's page and return with its grant. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { AuditNotes } from './audit-notes.ts';
import { fieldText } from './form-fields.ts';
import { type LoggedIn, type Page, type PageAnswer, redirect, type Visitor } from './page.ts';
import { texts } from './page-language.ts';

const LIST_PATH = '/connections';

/** OAuth at exchanges; see `accounts/exchange-oauth.ts`. */
export type ConnectByPage = {
	offers(venue: VenueName): boolean;
	begin(request: {
		readonly userId: string;
		readonly venue: VenueName;
		readonly browser: string;
		readonly label: string;
	}): Promise<{ readonly url: string }>;
	finish(request: {
		readonly venue: VenueName;
		readonly query: URLSearchParams;
		readonly userId: string;
		readonly browser: string;
	}): Promise<{ readonly label: string }>;
};

/**
 * Returns the pages that start a connection for the dashboard and handle the return from the exchange. For an unknown
 * exchange, the pages throw NOT_FOUND.
 */
export function connectionPages(parts: {
	readonly byPage: ConnectByPage;
	/** Configured exchanges. */
	readonly venues: readonly VenueName[];
	readonly notes: AuditNotes;
}): readonly Page[] {
	const { byPage, venues, notes } = parts;

	function known(venue: string | undefined): VenueName {
		const found = venues.find((one) => one === venue);
		if (found !== undefined) return found;
		throw new CarrywireError('NOT_FOUND', texts().CONNECTIONS.unknownExchange);
	}

	/** Sends the dashboard the URL of the exchange's page. */
	async function begin({ userId, address, browser, params, form }: LoggedIn): Promise<PageAnswer> {
		const venue = known(params.venue);
		const label = fieldText(form, 'label') || venue;
		const { url } = await notes.around(
			{ userId, address, action: 'connection.begin', details: { exchange: venue, label } },
			() => byPage.begin({ userId, venue, browser, label }),
		);
		return { kind: 'json', content: { url } };
	}

	async function callback(visitor: Visitor, userId: string | undefined): Promise<PageAnswer> {
		const venue = known(visitor.params.venue);
		// This page does not redirect to the login, because the redirect's URL would contain the exchange's code.
		if (userId === undefined) throw new CarrywireError('UNAUTHORIZED', texts().CONNECTIONS.loginEnded);
		const { query, browser, address } = visitor;
		await notes.around(
			{ userId, address, action: 'connection.connect', details: { exchange: venue, kind: 'oauth' } },
			() => byPage.finish({ venue, query, userId, browser }),
		);
		return redirect(LIST_PATH);
	}

	return [
		{ method: 'POST', path: '/connections/begin/:venue', access: 'user', nav: LIST_PATH, answer: begin },
		{
			method: 'GET',
			path: '/connections/callback/:venue',
			access: 'anyone',
			nav: LIST_PATH,
			answer: callback,
		},
	];
}
