/* Nothing to call: TestWidth acts when the tests are loaded. */
