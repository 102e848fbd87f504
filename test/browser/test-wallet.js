// Runs before the pages of a browser and announces a wallet to them by EIP-6963. The caller prepends `TEST_WALLET`.
{
	const { address, name } = TEST_WALLET;
	// The part of EIP-1193 that a login uses. Addresses are in lower case, as most wallets return them.
	const provider = {
		async request({ method, params = [] }) {
			switch (method) {
				case 'eth_requestAccounts':
					return [address.toLowerCase()];
				case 'eth_chainId':
					return '0x1';
				case 'personal_sign': {
					const digits = params[0].slice(2).match(/../g);
					const bytes = Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
					return window.signInTestWallet(new TextDecoder().decode(bytes));
				}
				default:
					throw new Error(`The wallet has no ${method}.`);
			}
		},
	};
	const info = { uuid: '8f1c2b58-5c1e-4a39-9a6b-6a6d6f3f0d11', name, icon: 'data:,', rdns: 'example.wallet' };
	const announce = () => {
		const detail = Object.freeze({ info, provider });
		window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
	};
	window.addEventListener('eip6963:requestProvider', announce);
	announce();
}
