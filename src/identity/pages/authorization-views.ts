/** What the authorization server shows by itself: a code to type in, and what went wrong. */

import type { TradingMode } from '../../domain/trading-mode.ts';
import type { AuthorizationPages, TerminalForm } from '../authorization/pages-and-paths.ts';
import { type Html, html } from './html.ts';
import { frame } from './layout.ts';

/** @param isRehearsal of mode live: no order reaches a real exchange */
export function authorizationViews(tradingMode: TradingMode, isRehearsal: boolean): AuthorizationPages {
	const view = (title: string, body: Html): string => viewOf(title, body, { tradingMode, isRehearsal });
	return {
		enterCode: (form, code, fault) =>
			view(
				'Connect a terminal',
				html`${fault === undefined ? null : html`<p class="notice bad">${fault}</p>`}
<section>${codeForm(
					form,
					html`<label for="user_code">Code <small>as your terminal shows it</small></label>
<input type="text" id="user_code" name="user_code" value="${code}" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus>
<br><button>Go on</button>`,
				)}</section>`,
			),
		confirmCode: (form, applicationName, code) =>
			view(
				'Is this your terminal?',
				html`<section><p><b>${applicationName}</b> shows this code, if it is yours:</p><code class="secret">${code}</code>
<p>If you did not start it yourself, somebody else did: refuse.</p>
${codeForm(
	form,
	html`<input type="hidden" name="user_code" value="${code}"><input type="hidden" name="confirm" value="yes">
<div class="row"><button>It is mine, go on</button>
<button name="abort" value="yes" class="danger">Refuse</button></div>`,
)}</section>`,
			),
		deviceDone: () =>
			view('Connected', html`<p>Your terminal goes on by itself. You can close this page.</p>`),
		deviceRefused: () =>
			view('Refused', html`<p>The terminal gets no access, and is told so. You can close this page.</p>`),
		failure: (code, description) =>
			view(
				'That was not authorized',
				html`<p class="notice bad">What the application asks cannot be answered: ${description ?? code}.</p>
<p>Nothing was allowed. Go back to it and begin again; if this page comes again, tell whoever runs it. <small>${code}</small></p>`,
			),
	};
}

function codeForm({ action, xsrf }: TerminalForm, fields: Html): Html {
	return html`<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${xsrf}">
${fields}</form>`;
}

function viewOf(
	title: string,
	body: Html,
	mode: { readonly tradingMode: TradingMode; readonly isRehearsal: boolean },
): string {
	return frame({
		title,
		body,
		userName: undefined,
		csrf: '',
		nav: undefined,
		script: undefined,
		isEntered: false,
		onwardTo: undefined,
		...mode,
	});
}
