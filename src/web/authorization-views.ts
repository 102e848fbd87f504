/** What the authorization server shows by itself: a code to type in, and what went wrong. */
import type { AuthorizationPages } from '../authorization/provider-settings.ts';
import { type Html, html, trustedHtml } from './html.ts';
import { frame } from './layout.ts';

export const AUTHORIZATION_VIEWS: AuthorizationPages = {
	enterCode: (form, fault) =>
		view(
			'Connect a terminal',
			html`<section>${fault === undefined ? null : html`<p class="notice bad">${fault}</p>`}
<p>Type in the code that your terminal shows.</p>${trustedHtml(form)}
<button type="submit" form="op.deviceInputForm">Go on</button></section>`,
		),
	confirmCode: (form, applicationName, userCode) =>
		view(
			'Is this your terminal?',
			html`<section><p><b>${applicationName}</b> shows this code, if it is yours:</p><code class="secret">${userCode}</code>
<p>If you did not start it yourself, somebody else did: refuse.</p>${trustedHtml(form)}
<div class="row"><button type="submit" form="op.deviceConfirmForm">It is mine, go on</button>
<button type="submit" form="op.deviceConfirmForm" value="yes" name="abort" class="danger">Refuse</button></div></section>`,
		),
	deviceDone: () => view('Connected', html`<p>Your terminal goes on by itself. You can close this page.</p>`),
	failure: (code, description) =>
		view(
			'That was not authorized',
			html`<p class="notice bad">${description ?? code}</p><p class="soft">${code}</p>`,
		),
};

function view(title: string, body: Html): string {
	return frame({
		title,
		body,
		userName: undefined,
		csrf: '',
		nav: undefined,
		script: undefined,
		onwardTo: undefined,
	});
}
